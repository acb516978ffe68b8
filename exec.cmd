@rem The scripts of package.json begin with exec, the word of a Unix shell by which a signal reaches the program itself.
@%*
