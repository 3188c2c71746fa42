"""Who somebody is: guests, accounts, sessions, the keys of seats. Nobody has to register to play."""
