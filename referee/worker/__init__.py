"""The worker of the service: who meets whom, which bots may play, and the matches that never end."""
