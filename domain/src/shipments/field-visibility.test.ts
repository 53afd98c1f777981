import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../kit/actor.ts'
import {
  eventTextsBy,
  visibility_table,
  sees,
  viewerOf,
  wordsFor,
  type ViewerField,
} from './field-visibility.ts'

const person = (roleId: number, accountId: number | null, permissions: string[] = []): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: roleId,
  account_id: accountId,
  permissions,
})
const viewers = {
  guest: { ...person(role_ids.guest, null), kind: 'guest' as const },
  customer: person(role_ids.account_user, 7),
  driver: person(role_ids.driver, null),
  hub: person(role_ids.administrator, null),
}
const viewer_fields = Object.keys(visibility_table) as ViewerField[]
const hidden = (actor: Actor): ViewerField[] => viewer_fields.filter((field) => !sees(actor, field))

describe('field visibility by viewer', () => {
  it('hides every listed field from guests', () => {
    expect(hidden(viewers.guest)).toEqual(viewer_fields)
  })
  it('shows customers people, references and event details, and hides amounts and internal fields', () => {
    expect(hidden(viewers.customer)).toEqual([
      'amounts',
      'internal_words',
      'internal_events',
      'untracked_events',
      'loads',
      'doubts',
      'internal_notes',
      'office_fields',
    ])
  })
  it('shows amounts to every viewer only with the permission', () => {
    expect(hidden(viewers.hub)).toEqual(['amounts'])
    for (const actor of Object.values(viewers)) {
      expect(sees(actor, 'amounts')).toBe(false)
      expect(sees({ ...actor, permissions: ['INLINE_see_billing_info'] }, 'amounts')).toBe(true)
    }
  })
  it('distinguishes four viewers and treats the system as office', () => {
    expect(Object.values(viewers).map(viewerOf)).toEqual(['public', 'account', 'driver', 'office'])
    expect(viewerOf(systemActor(1))).toBe('office')
  })
})

describe('free text of events', () => {
  it('shows the text of a driver to everyone only when it is in the list of the company, and always shows staff text', () => {
    expect(eventTextsBy(viewers.driver, 'Gate locked', ['Gate locked'])).toEqual({
      message: 'Gate locked',
      internal_message: '',
    })
    expect(eventTextsBy(viewers.driver, 'She was rude', ['Gate locked'])).toEqual({
      message: '',
      internal_message: 'She was rude',
    })
    expect(eventTextsBy(viewers.hub, 'Going out again tomorrow').message).toBe('Going out again tomorrow')
  })
  it('shows the internal text instead of the public one to staff and drivers only', () => {
    const texts = { message: '', internal_message: 'She was rude' }
    expect(wordsFor(viewers.hub, texts)).toBe('She was rude')
    expect(wordsFor(viewers.driver, texts)).toBe('She was rude')
    expect(wordsFor(viewers.customer, texts)).toBe('')
    expect(wordsFor(viewers.guest, texts)).toBe('')
    expect(wordsFor(viewers.hub, { message: 'Held', internal_message: '' })).toBe('Held')
  })
})
