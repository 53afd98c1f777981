import { isOffice, seesUi, type Actor } from '../kit/actor.ts'
import { forbidden, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { map_tag_types, type TagType } from './model.ts'

export const max_tag_length = 60

/**
 * The colours offered for tags and areas. Each can be distinguished from the map beneath it and from the other
 * colours.
 */
export const default_colours = [
  '#2F6FDE',
  '#1F8A5B',
  '#C2410C',
  '#7A4FCB',
  '#0F8B8D',
  '#A21CAF',
  '#4D7C0F',
  '#B91C1C',
  '#B5561C',
  '#6B7280',
] as const

/** The default colour of a tag. */
export const plain_colour = '#6b7280'

/** Whether a text is a colour in the stored format: `#` and six hexadecimal digits. */
export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

/** Returns the validation problems of a tag. */
export function checkTag({ name, colour }: { name: string; colour: string }): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (name === '') problems.push({ field: 'name', message: 'Give the tag a name.' })
  else if (name.includes(','))
    problems.push({
      field: 'name',
      message: 'Do not use commas in the name. They separate tags in a list.',
    })
  if (!isColour(colour))
    problems.push({
      field: 'colour',
      message: 'Enter a colour as # and six hexadecimal digits, such as #2F6FDE.',
    })
  return problems
}

const isMapType = (type: TagType): boolean => (map_tag_types as readonly string[]).includes(type)

/** Whether the actor may create, change and remove tags of a type, in addition to the permission of the endpoint. */
export function mayEditTags(actor: Actor, type: TagType): RuleResult {
  if (!isOffice(actor)) return forbidden('Only staff of the company can change tags. Ask them.')
  if (isMapType(type) && !seesUi(actor, `UI_maps_${type}_edit`))
    return forbidden('Your role can view this type of map but not change it. Ask an administrator.')
  return true
}
