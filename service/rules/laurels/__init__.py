"""The laurels family: no rolls to hit; exploding damage dice drain stamina, then fill injury slots."""
