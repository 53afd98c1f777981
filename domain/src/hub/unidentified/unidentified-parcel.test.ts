import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import {
  checkCapture,
  dispose_right,
  mayClose,
  mayDispose,
  mayUndoMatch,
  unidentifiedNumber,
  unidentifiedReference,
  type ChangedBefore,
} from './unidentified-parcel.ts'

const capture = {
  photos: ['a.jpg'],
  description: 'Blue crate',
  barcode_text: '',
  length_cm: 40,
  width_cm: 30,
  height_cm: 20,
  weight_kg: 5,
}
const open: ChangedBefore = {
  state: 'open',
  display_id: 'UNP000012',
  tracking_reference: '',
  matched_by: '',
  disposed_by: '',
}
const person = (permissions: string[], roleId = 3): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: roleId,
  permissions,
})

describe('[HUB-003] unidentified parcels', () => {
  it('have a number that staff write on the parcel', () => {
    expect(unidentifiedReference(12)).toBe('UNP000012')
    expect(unidentifiedNumber(' unp000012 ')).toBe(12)
    expect(unidentifiedNumber('IHM000012')).toBeNull()
    expect(unidentifiedNumber('UNP')).toBeNull()
  })

  it.each([
    ['nothing wrong', {}, null],
    ['a label instead of a description', { description: ' ', barcode_text: 'FYN2' }, null],
    ['no size and weight', { length_cm: null, width_cm: null, height_cm: null, weight_kg: null }, null],
    ['no photo', { photos: [] }, 'Take a photo of the parcel.'],
    ['no words at all', { description: ' ' }, 'Describe the parcel, or type what you can read on its label.'],
    ['a side of 0', { width_cm: 0 }, 'Correct the size or the weight.'],
    ['a side of 10 m and more', { height_cm: 1000.1 }, 'Correct the size or the weight.'],
    ['the longest side', { height_cm: 1000 }, null],
    ['a negative weight', { weight_kg: -1 }, 'Correct the size or the weight.'],
    ['too much weight', { weight_kg: 5001 }, 'Correct the size or the weight.'],
  ])('checks a capture with %s', (_, change, reason) => {
    expect(reasonOf(checkCapture({ ...capture, ...change }))).toBe(reason)
  })

  it('can be matched or disposed of once, and the slower user reads what happened', () => {
    expect(mayClose(open)).toBe(true)
    expect(
      mayClose({ ...open, state: 'matched', tracking_reference: 'FYN2-1', matched_by: 'bongani' }),
    ).toMatchObject({
      kind: 'conflict',
      message: 'UNP000012 is already matched with FYN2-1 by bongani. Undo that match first if it is wrong.',
    })
    expect(mayClose({ ...open, state: 'disposed', disposed_by: 'thandi' })).toMatchObject({
      kind: 'conflict',
      message: 'UNP000012 was already disposed of by thandi.',
    })
  })

  it('have a match that can be undone with a reason', () => {
    expect(mayUndoMatch({ ...open, state: 'matched' }, 'Other colour')).toBe(true)
    expect(reasonOf(mayUndoMatch({ ...open, state: 'matched' }, ' '))).toBe(
      'Write why it is not this parcel.',
    )
    expect(reasonOf(mayUndoMatch(open, 'Other colour'))).toBe('UNP000012 is not matched with a parcel.')
  })

  it('are disposed of only by office staff with the permission', () => {
    expect(mayDispose(person([dispose_right]))).toBe(true)
    expect(reasonOf(mayDispose(person([])))).toBe(
      'You may not dispose of unidentified parcels. Ask your manager.',
    )
  })
})
