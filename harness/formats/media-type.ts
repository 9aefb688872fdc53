/** The type and subtype of a media type, in lower case, without parameters; whatever the text is. */
export const essence = (mediaType: string): string => mediaType.split(';', 1)[0]!.trim().toLowerCase();
