-- Jobs that wait for a check engine say so in the words that the pages use.
update jobs set note = 'Checks' || substr(note, 6) where note glob 'Looks wait*';
