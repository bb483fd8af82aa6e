"""The service: what organisers, students and programs ask of the referee over HTTP."""
