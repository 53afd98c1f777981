import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { isDamageReason } from './damage-reason.ts'
import { checkDamageNote, checkDamagePhotos, mayReportAt, mayResolve } from './damage.ts'

const clerk: Actor = { ...systemActor(1), kind: 'user', role_id: 3, branch_id: 2 }

describe('[HUB-002] damages', () => {
  it('need a text and at least one photo when staff report them', () => {
    expect(checkDamageNote('Corner crushed')).toBe(true)
    expect(reasonOf(checkDamageNote('  '))).toBe('Describe the damage in a few words.')
    expect(checkDamagePhotos(['a.jpg'])).toBe(true)
    expect(reasonOf(checkDamagePhotos([]))).toBe('Take a photo of the damage.')
  })

  it('are reported at the own branch by staff who are limited to it', () => {
    expect(mayReportAt(clerk, 3)).toBe(true)
    expect(mayReportAt({ ...clerk, limit_user_to_branch: true }, 2)).toBe(true)
    expect(reasonOf(mayReportAt({ ...clerk, limit_user_to_branch: true }, 3))).toBe(
      'Could not find this branch.',
    )
  })

  it('are resolved once, with a text', () => {
    expect(mayResolve('open', 'Packed again')).toBe(true)
    expect(reasonOf(mayResolve('open', ' '))).toBe('Write how it was resolved.')
    expect(reasonOf(mayResolve('resolved', 'Packed again'))).toBe(
      'This damage was resolved in the meantime. Open it again to read how.',
    )
  })

  it.each([
    ['Damaged', true],
    ['Parcel is damaged', true],
    ['Water damage', true],
    ['Damages', false],
    ['Wrong parcel', false],
    ['', false],
  ])('come of the reason %j of a driver: %s', (reason, isDamage) => {
    expect(isDamageReason(reason)).toBe(isDamage)
  })
})
