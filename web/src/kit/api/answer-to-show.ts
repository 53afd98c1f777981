/**
 * Returns the answer of a query that keeps its previous data: the answer of the previous search stays while the new one
 * loads. `undefined` when the previous search found nothing, or the new one cannot be sent without a connection,
 * because then the user would take the previous answer for the new one.
 */
export function answerToShow<Answer extends { count: number }>({
  data,
  isPlaceholderData,
  isPaused,
}: {
  data: Answer | undefined
  isPlaceholderData: boolean
  isPaused: boolean
}): Answer | undefined {
  return isPlaceholderData && (isPaused || data?.count === 0) ? undefined : data
}
