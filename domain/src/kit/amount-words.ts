import type { Cents } from './money.ts'

const ones = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const thousands = ['', 'thousand', 'million', 'billion', 'trillion'] as const

/** Returns an amount in words, such as `two million and fifty rand and 20 cents`, so that an extra zero is noticed. */
export function amountInWords(amount: Cents): string {
  const rand = Math.floor(Math.abs(amount) / 100)
  const cents = Math.abs(amount) % 100
  const groups = thousands.flatMap((name, index) => {
    const group = Math.floor(rand / 1000 ** index) % 1000
    return group === 0 ? [] : [{ name, group, isLast: index === 0 && rand >= 1000 }]
  })
  const words = groups
    .toReversed()
    .map(({ name, group, isLast }) =>
      [isLast && group < 100 ? 'and' : '', belowThousand(group), name].filter(Boolean).join(' '),
    )
    .join(' ')
  return `${amount < 0 ? 'minus ' : ''}${words || 'no'} rand${cents === 0 ? '' : ` and ${cents} ${cents === 1 ? 'cent' : 'cents'}`}`
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const small =
    rest < 20 ? ones[rest] : [tens[Math.floor(rest / 10)], ones[rest % 10]].filter(Boolean).join('-')
  return [hundreds > 0 ? `${ones[hundreds]} hundred` : '', hundreds > 0 && rest > 0 ? 'and' : '', small]
    .filter(Boolean)
    .join(' ')
}
