import { describe, expect, it } from 'vitest'
import { callerOf, callerWords } from './caller.ts'

describe('caller', () => {
  it('reads every spelling of a phone number as the same digits', () => {
    for (const typed of [
      '082 123 4567',
      '0821234567',
      '(082) 123-4567',
      '+27 82 123 4567',
      '+27 (0)82 123 4567',
      '0027821234567',
      '27821234567',
      '821234567',
      '082.123.4567',
    ])
      expect(callerWords(typed), typed).toEqual(['821234567'])
  })

  it('reads a phone number, or its beginning, as one word also beside other words', () => {
    expect(callerWords('Nomvula 082 123 4567')).toEqual(['nomvula', '821234567'])
    expect(callerWords('+27 (0)82 123-4567, Nomvula')).toEqual(['821234567', 'nomvula'])
    expect(callerWords('071 444')).toEqual(['71444'])
    expect(callerWords('+27 71')).toEqual(['+27', '71'])
    expect(callerWords('naledi +27 71 44')).toEqual(['naledi', '7144'])
    expect(callerWords('77 Protea 2196')).toEqual(['77', 'protea', '2196'])
    expect(callerWords('31 2196')).toEqual(['31', '2196'])
  })

  it('reads other texts as lower-case words, and rejects texts without a word of three characters', () => {
    expect(callerWords('Naledi  MOKOENA, Rosebank')).toEqual(['naledi', 'mokoena', 'rosebank'])
    expect(callerWords('12 Oak')).toEqual(['12', 'oak'])
    expect(callerWords('GH7K2M')).toEqual(['gh7k2m'])
    expect(callerWords('no no')).toBeNull()
    expect(callerWords('  ')).toBeNull()
  })

  it('recognises the contact that has all words, and nobody when both or neither have them', () => {
    const contacts = {
      sender: { name: 'Riaan Jooste', mobile_number: '+27 82 123 4567', company: 'Overberg Books' },
      receiver: { name: 'Naledi Mokoena', mobile_number: '0731112222', email: 'naledi@example.com' },
    }
    const who = (text: string) => callerOf(callerWords(text) ?? [], contacts)
    expect(who('082 123 4567')).toBe('sender')
    expect(who('0027 73 111 2222')).toBe('receiver')
    expect(who('mokoena naledi')).toBe('receiver')
    expect(who('overberg')).toBe('sender')
    expect(who('GH7K2M')).toBeNull()
    expect(callerOf(['jo'], { sender: { name: 'Jo' }, receiver: { name: 'Joan' } })).toBeNull()
  })
})
