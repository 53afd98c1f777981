import { describe, expect, it } from 'vitest'
import { proof_messages, proofWords } from './proof-words.ts'

describe('proof of delivery text', () => {
  it.each([
    [{ message: proof_messages.pin }, 'Handed over with the PIN'],
    [{ message: proof_messages.document }, 'Delivered, with a photo of the signed document'],
    [{ message: proof_messages.details, data: { name: 'T. Mokoena' } }, 'Received by T. Mokoena'],
    [
      {
        message: proof_messages.details_and_files,
        data: { name: 'T. Mokoena', images: ['a.jpg'], signature: '' },
      },
      'Received by T. Mokoena, with photo',
    ],
    [
      {
        message: proof_messages.details_and_files,
        data: { name: 'T. Mokoena', images: ['a.jpg'], signature: 's' },
      },
      'Received by T. Mokoena, with photo and signature',
    ],
    [{ message: proof_messages.details_and_files, data: null }, 'Received, with photo or signature'],
    [
      { message: proof_messages.files, data: { images: [], pdfs: [], signature: 's.png' } },
      'Delivered, with signature',
    ],
    [{ message: 'Left with the neighbour' }, 'Left with the neighbour'],
  ])('formats %j as %s', (event, words) => {
    expect(proofWords(event)).toBe(words)
  })
})
