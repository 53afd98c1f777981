/** Event source and user name for changes that come from a receiver. */
export const receiver_source = 'receiver'
