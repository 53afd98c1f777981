import type { TagGroup } from '@waybill/domain/rates/revisions/revisions'
import { TextField } from '../../kit/form/TextField.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { ManyField } from './rate-form-fields.tsx'
import { PartForm } from './PartForm.tsx'
import { rateAddress } from '../rate-texts.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'
import { zonesOf } from './lane-ends.ts'

/** Form for a zone group. Its lanes are renamed together with the group (docs/domain/rating.md#zones-and-lanes). */
export function ZoneGroupForm({ book, zones }: { book: RateBook; zones: TagGroup }) {
  const groups = new Set(book.detail.book.tag_groups.map(({ name }) => name))
  return (
    <PartForm
      book={book}
      initial={zones}
      name={zones.name || 'this zone group'}
      back={rateAddress('groups', { revision: book.detail.revision.id })}
      editOf={(value) => ({ part: 'tag_groups', name: zones.name || value.name, value })}
      takeOut={zones.name === '' ? null : { part: 'tag_groups', name: zones.name, value: null }}
    >
      {(form) => (
        <Card title="Zone group">
          <div className={styles.stack}>
            <TextField {...form.field('name')} label="Name" />
            <ManyField
              binding={form.field('tags')}
              label="Zones"
              choices={zonesOf(book.detail)
                .filter((zone) => zone !== '*' && !groups.has(zone))
                .map((value) => ({ value, label: value }))}
            />
          </div>
        </Card>
      )}
    </PartForm>
  )
}
