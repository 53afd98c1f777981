import { Notice } from '../kit/ui/states/Notice.tsx'

/** Lists what figures or exports take for granted, so that an accountant can confirm it. */
export function Assumptions({ title, of: sentences }: { title: string; of: readonly string[] }) {
  return (
    <Notice variant="info" title={title}>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
