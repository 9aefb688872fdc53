// A URI of 10 MB, which no command line could hold: all that is asked for it waits for a server that does not read.
export default { fixtures: { read: [`doc://${'x'.repeat(10 * 2 ** 20)}`] } };
