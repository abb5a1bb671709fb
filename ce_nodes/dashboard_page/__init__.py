"""The dashboard's page: plain HTML, CSS and JavaScript, served as it is."""
