/** What the specification says, in our own words, that condemns each finding on the real servers, by case. */
export const defences: Readonly<Record<string, string>> = {};
