import { IconHistory } from '../kit/icons/icons.ts'
import { mayViewAudit } from '@waybill/domain/audit/access'
import type { AuditType } from '@waybill/domain/audit/model'
import { useState } from 'react'
import { useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { AuditTrailModal } from './AuditTrailModal.tsx'

/** Opens the audit trail of a record, or of all records of a type. Renders nothing for users who may not see it. */
export function AuditTrailButton({
  type,
  object_id,
  label = 'Audit trail',
}: {
  type: AuditType
  object_id?: string
  label?: string
}) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  if (mayViewAudit(me, type) !== true) return null
  return (
    <>
      <Button icon={IconHistory} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <AuditTrailModal type={type} object_id={object_id} onClose={() => setOpen(false)} />}
    </>
  )
}
