/** An error that reaches the client with the code for a resource that is not there. */
export const notFound = (message: string) => Object.assign(new Error(message), { code: -32602 });
