import { useQuery } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { checksTerms } from '@waybill/domain/identity/registration/terms'
import { useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { goLogOut } from '../../kit/session/logging-out.ts'
import { not_read, TermsText } from './TermsText.tsx'

/**
 * Requires a customer to accept the current version of the terms (AUTH-054…AUTH-061). The only alternative is to log
 * out.
 */
export function TermsModal({ onDone }: { onDone: (version: string) => void }) {
  const { data: terms } = useQuery(endpointQuery(registrationApi.terms, {}))
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  if (!terms || !checksTerms(terms)) return null
  const { terms_and_conditions_version: version } = terms
  const accept = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    try {
      await call(identityApi.changeUser, { terms_and_conditions_accepted_version: version })
      onDone(version)
    } catch (thrown) {
      setBusy(false)
      setMessage(sentenceOf(thrown))
    }
  }
  return (
    <Modal
      title="Terms and conditions"
      closable={false}
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={goLogOut}>Log out</Button>
          <Button variant="primary" busy={isBusy} reason={isReady ? null : not_read} onClick={() => accept()}>
            Accept
          </Button>
        </>
      }
    >
      {message && (
        <Notice variant="error" live>
          {message}
        </Notice>
      )}
      <TermsText terms={terms} onReady={setReady} />
    </Modal>
  )
}
