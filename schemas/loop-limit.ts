/** How many faults end a loop over the items of an array or the members of an object: a huge hostile value costs no more. */
export const loopLimit = 64;
