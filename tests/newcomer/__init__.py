"""What somebody does who has just unpacked the repository, with the commands of the READMEs."""
