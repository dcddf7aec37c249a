"""Line-ups: figures of the catalogue, of parties and whole ones become the state in which a fight begins."""
