import type { Actor } from '../../kit/actor.ts'
import { forbidden, invalid, notFound, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import { viewerOf, type Viewer } from '../field-visibility.ts'
import {
  max_public_files,
  max_shipment_files,
  type FileVisibility,
  type ListedShipmentFile,
  type ShipmentFileKind,
} from './shipment-file.ts'
import { codedText } from '../../kit/answers/coded-text.ts'

type Shared = Pick<ListedShipmentFile, 'kind' | 'visibility'>
type Owned = Pick<ListedShipmentFile, 'id' | 'kind' | 'visibility' | 'created_by'>

/** Kinds that state what the goods are worth, which drivers must not see (docs/domain/south-africa.md#safety-of-drivers). */
const kinds_with_values: readonly ShipmentFileKind[] = ['invoice', 'customs']

/** Whether the actor may read a file of a shipment that the actor can access. */
export function seesFile(actor: Actor, { kind, visibility }: Shared): boolean {
  switch (viewerOf(actor)) {
    case 'office':
      return true
    case 'driver':
      return !kinds_with_values.includes(kind)
    case 'account':
      return visibility !== 'staff'
    case 'public':
      return visibility === 'public'
  }
}

const choices: Readonly<Record<Viewer, readonly FileVisibility[]>> = {
  office: ['staff', 'account', 'public'],
  driver: ['staff', 'account'],
  account: ['account', 'public'],
  public: [],
}

/** Returns the visibilities that the actor may give to a file; the first one is the default. */
export function visibilitiesFor(actor: Actor): readonly FileVisibility[] {
  return choices[viewerOf(actor)]
}

/** Whether the actor may give a file this visibility. */
export function maySetVisibility(actor: Actor, visibility: FileVisibility): RuleResult {
  const allowed = visibilitiesFor(actor)
  if (allowed.includes(visibility)) return true
  return allowed.length === 0
    ? forbidden('Sign in to add files to a shipment.')
    : invalid(
        visibility === 'public'
          ? 'Only the courier company and the customer may show a file to everybody with the link. Choose who else may see it.'
          : 'A file of a customer is always visible to the customer. Choose who else may see it.',
        [{ field: 'visibility', message: `must be ${allowed.join(' or ')}` }],
      )
}

/**
 * Whether a shipment has room for `added` more files of one visibility. `attached` are the files attached to it now,
 * without those of notes and events.
 */
export function mayHold(
  attached: readonly Pick<Shared, 'visibility'>[],
  added: { count: number; visibility: FileVisibility },
): RuleResult {
  const shown = attached.filter(({ visibility }) => visibility === 'public').length
  return firstOf(
    attached.length + added.count <= max_shipment_files
      ? true
      : wrongState(codedText('shipment_files_full', { max: max_shipment_files, present: attached.length })),
    added.visibility !== 'public' || shown + added.count <= max_public_files
      ? true
      : wrongState(
          `At most ${max_public_files} files of a shipment can be visible to everybody with the link. It has ${shown}. Show fewer files there.`,
        ),
  )
}

/**
 * Whether the actor may change, remove or restore a file: the office any, everyone else their own. Files of notes and
 * events are changed with their note or event.
 */
export function mayChangeFile(actor: Actor, file: Owned): RuleResult {
  if (!seesFile(actor, file)) return notFound('Could not find this file.')
  if (file.id === null) return wrongState('This file belongs to a note or an event. Change it there.')
  return viewerOf(actor) === 'office' || file.created_by === actor.username
    ? true
    : forbidden('Only the person who added this file may change it.')
}
