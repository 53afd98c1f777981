import { describe, expect, it } from 'vitest'
import { role_ids, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { mayChangeFile, mayHold, maySetVisibility, seesFile, visibilitiesFor } from './file-rules.ts'
import { file_visibilities, shipment_file_kinds } from './shipment-file.ts'

const person = (roleId: number, accountId: number | null = null, username = 'ann') =>
  ({ kind: 'user', role_id: roleId, account_id: accountId, username }) as Actor
const people = {
  office: person(role_ids.administrator),
  driver: person(role_ids.driver),
  account: person(role_ids.account_user, 7),
  public: { ...person(role_ids.guest), kind: 'guest' } as Actor,
} as const
const viewers = Object.keys(people) as (keyof typeof people)[]

describe('files of shipments', () => {
  it('are read by each viewer according to visibility', () => {
    const seen = viewers.map((who) => [
      who,
      file_visibilities.filter((visibility) => seesFile(people[who], { kind: 'photo', visibility })),
    ])
    expect(Object.fromEntries(seen)).toEqual({
      office: ['staff', 'account', 'public'],
      driver: ['staff', 'account', 'public'],
      account: ['account', 'public'],
      public: ['public'],
    })
  })

  it('hide invoices and customs documents from drivers', () => {
    const kinds = (who: keyof typeof people) =>
      shipment_file_kinds.filter((kind) => seesFile(people[who], { kind, visibility: 'public' }))
    expect(kinds('driver')).toEqual(['photo', 'damage', 'other'])
    expect(kinds('office')).toEqual(shipment_file_kinds)
    expect(kinds('public')).toEqual(shipment_file_kinds)
  })

  it('get a visibility that the role of the uploader allows', () => {
    expect(Object.fromEntries(viewers.map((who) => [who, visibilitiesFor(people[who])]))).toEqual({
      office: ['staff', 'account', 'public'],
      driver: ['staff', 'account'],
      account: ['account', 'public'],
      public: [],
    })
    for (const who of viewers)
      for (const visibility of file_visibilities)
        expect(maySetVisibility(people[who], visibility) === true, `${who} ${visibility}`).toBe(
          visibilitiesFor(people[who]).includes(visibility),
        )
    expect(reasonOf(maySetVisibility(people.account, 'staff'))).toContain('always visible to the customer')
    expect(reasonOf(maySetVisibility(people.driver, 'public'))).toContain('Only the courier company')
    expect(reasonOf(maySetVisibility(people.public, 'public'))).toBe('Sign in to add files to a shipment.')
  })

  it('are at most 100 on a shipment, 20 of them public', () => {
    const held = (staff: number, shown: number) => [
      ...Array.from({ length: staff }, () => ({ visibility: 'staff' as const })),
      ...Array.from({ length: shown }, () => ({ visibility: 'public' as const })),
    ]
    expect(mayHold(held(98, 0), { count: 2, visibility: 'staff' })).toBe(true)
    expect(reasonOf(mayHold(held(98, 1), { count: 2, visibility: 'staff' }))).toContain('It has 99.')
    expect(mayHold(held(10, 19), { count: 1, visibility: 'public' })).toBe(true)
    expect(mayHold(held(10, 20), { count: 1, visibility: 'account' })).toBe(true)
    expect(reasonOf(mayHold(held(10, 19), { count: 2, visibility: 'public' }))).toContain('At most 20 files')
  })

  it('are changed by the office and by the person who added them', () => {
    const file = { id: 1, kind: 'photo', visibility: 'account', created_by: 'bob' } as const
    expect(mayChangeFile(people.office, file)).toBe(true)
    expect(reasonOf(mayChangeFile(people.account, file))).toContain('Only the person who added this file')
    expect(mayChangeFile(people.account, { ...file, created_by: 'ann' })).toBe(true)
    expect(mayChangeFile(people.driver, { ...file, created_by: 'ann' })).toBe(true)
    expect(reasonOf(mayChangeFile(people.account, { ...file, visibility: 'staff' }))).toContain(
      'Could not find',
    )
    expect(reasonOf(mayChangeFile(people.office, { ...file, id: null }))).toContain('a note or an event')
  })
})
