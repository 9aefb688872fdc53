// Ends before it has said a word.
process.stderr.write('the configuration is missing\n');
process.exit(3);
