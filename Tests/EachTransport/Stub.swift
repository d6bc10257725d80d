import Methodical
