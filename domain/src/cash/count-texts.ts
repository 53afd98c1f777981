/** Texts of the form in which cash is counted. Amounts are formatted for display: `R 1 234,50`. */
export interface CountTexts {
  submit: string
  done: (amount: string) => string
  expected: (amount: string) => string
  how: string
  counted: (amount: string) => string
  shortOrOver: (amount: string, isMissing: boolean) => string
  reason: string
  unused: string
  /** What is wrong with a field, by its name. */
  problems: {
    denominations: string
    difference_reason: (amount: string, isMissing: boolean) => string
    unused_reason: string
  }
}

/** The texts in English. */
export const count_texts: CountTexts = {
  submit: 'Hand in',
  done: (amount) => `${amount} counted. Another person confirms it.`,
  expected: (amount) => `${amount} expected`,
  how: 'Count every note and coin, and enter how many of each there are.',
  counted: (amount) => `${amount} counted`,
  shortOrOver: (amount, isMissing) => `${amount} ${isMissing ? 'missing' : 'too much'}`,
  reason: 'Reason for the difference',
  unused: 'What became of the receipt numbers that were left out',
  problems: {
    denominations: 'Enter whole numbers of notes and coins.',
    difference_reason: (amount, isMissing) =>
      `${amount} ${isMissing ? 'is missing' : 'is too much'}. Count again, or enter why.`,
    unused_reason: 'Enter what became of the receipt numbers that were left out.',
  },
}
