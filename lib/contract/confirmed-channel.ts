/** The window in which a company account was confirmed posts the person's id here. */
export const confirmedChannel = 'landfall.confirmed';
