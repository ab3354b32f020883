/** `type` of a problem is this plus the error code: an identifier, not a URL. */
export const problemTypePrefix = 'urn:landfall:problem:';
