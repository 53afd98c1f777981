/** How long a call to somebody else may take in all, in milliseconds (reliability 11). */
export const answer_patience_ms = 15_000
/** The most that is read of an answer, in bytes. */
export const most_answer_bytes = 64 * 1024
