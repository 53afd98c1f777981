import { describe, expect, it } from 'vitest'
import { actionOfDelivery, evidenceLine, type Checked } from './evidence-texts.ts'

const checked = (more: Partial<Checked> = {}): Checked => ({
  evidence: 'verified',
  problems: [],
  files: 3,
  has_signature: true,
  occurred_at: new Date('2026-03-11T12:32:00Z'),
  ...more,
})

describe('[DRV-008] the line about the evidence of a delivery', () => {
  it.each([
    [{}, 'Evidence verified: signature and 2 photos match what was recorded on the phone at 14:32.'],
    [{ files: 1 }, 'Evidence verified: signature matches what was recorded on the phone at 14:32.'],
    [
      { files: 1, has_signature: false },
      'Evidence verified: 1 photo matches what was recorded on the phone at 14:32.',
    ],
    [
      { files: 0, has_signature: false },
      'Evidence verified: the details match what was recorded on the phone at 14:32.',
    ],
    [
      { evidence: 'differs' as const, problems: ['Photo 1 is not the picture that the phone took.'] },
      'Does not match: Photo 1 is not the picture that the phone took.',
    ],
    [
      { evidence: 'waiting' as const, problems: ['Photo 1 has not arrived yet.'] },
      'Photos still on the phone: Photo 1 has not arrived yet.',
    ],
    [
      { evidence: 'gap' as const, files: 1, problems: ['The action before has not arrived.'] },
      'Earlier action missing: Signature matches what was recorded on the phone at 14:32. The action before has not arrived.',
    ],
    [
      { evidence: 'without-hashes' as const },
      'Cannot be verified: The version of the app on the phone sent no hashes of its evidence.',
    ],
  ])('of %j', (more, line) => expect(evidenceLine(checked(more))).toBe(line))

  const at = (time: string) => new Date(`2026-03-11T${time}:00Z`)
  const action = (type: string, time: string, more: object = {}) => ({
    type,
    result: 'applied' as const,
    driver_username: 'sipho',
    occurred_at: at(time),
    ...more,
  })

  it('is about the applied delivery of the driver that is nearest in time', () => {
    const actions = [
      action('deliver', '10:00'),
      action('deliver', '12:00'),
      action('deliver', '12:10', { result: 'conflict' }),
      action('deliver', '12:10', { driver_username: 'pieter' }),
      action('arrive', '12:10'),
    ]
    expect(actionOfDelivery(actions, { source: 'sipho', date: at('12:10') })?.occurred_at).toEqual(
      at('12:00'),
    )
    expect(actionOfDelivery(actions, { date: at('12:10') })?.driver_username).toBe('pieter')
    expect(actionOfDelivery(actions, { source: 'thandi', date: at('12:10') })).toBeNull()
  })
})
