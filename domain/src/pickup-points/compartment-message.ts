/** Returns the event message that gives the receiver the locker compartment; `''` when the driver gave none. */
export function compartmentMessage(compartment: string | undefined): string {
  const name = compartment?.trim() ?? ''
  return name === '' ? '' : `${compartment_word} ${name}`
}

const compartment_word = 'Compartment'

/**
 * Returns the compartment from the event message of a parcel in a locker, in lower case for use within a sentence;
 * `''` for any other message.
 */
export function compartmentIn(message: string): string {
  return message.startsWith(`${compartment_word} `)
    ? message.replace(/^./, (letter) => letter.toLowerCase())
    : ''
}
