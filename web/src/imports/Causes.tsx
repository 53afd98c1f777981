import { columnLabel } from '@waybill/domain/imports/columns'
import { useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { usePhone } from '../kit/ui/page-layout/use-phone.ts'
import type { Cause } from './causes.ts'
import { counted } from './texts.tsx'
import styles from './causes.module.css'

/** Maximum number of displayed causes; the rows contain the rest. */
const max_causes = 8

/** Problems that several rows share, each with one correction for all of these rows. */
export function Causes({
  causes,
  onReplace,
}: {
  causes: readonly Cause[]
  onReplace: (cause: Cause, text: string) => void
}) {
  const shared = causes.filter(({ rows }) => rows.length > 1).slice(0, max_causes)
  if (shared.length === 0) return null
  return (
    <Card title="Same problem in several rows">
      <div className={styles.causes}>
        {shared.map((cause) => (
          <CauseLine key={`${cause.column} ${cause.message}`} cause={cause} onReplace={onReplace} />
        ))}
      </div>
    </Card>
  )
}

function CauseLine({ cause, onReplace }: { cause: Cause; onReplace: (cause: Cause, text: string) => void }) {
  const [text, setText] = useState(cause.value ?? '')
  const isPhone = usePhone()
  const label = columnLabel(cause.column)
  const rows = counted(cause.rows.length, 'row')
  return (
    <div className={styles.cause}>
      <p className={styles.causeText}>
        {rows}: {cause.message}
      </p>
      {cause.column !== '' && cause.value !== null && (
        <>
          <TextField
            {...standaloneField(`all.${cause.column}`, text, setText)}
            label={`${label} for all ${rows}`}
            {...(isPhone ? {} : { size: 'sm' as const, width: 240 })}
            autoComplete="off"
          />
          <Button
            reason={text.trim() === cause.value ? 'Enter a different value first.' : null}
            onClick={() => onReplace(cause, text.trim())}
          >
            Replace in {rows}
          </Button>
        </>
      )}
    </div>
  )
}
