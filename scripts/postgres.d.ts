export interface Cluster {
    url: string;
    /** Stops it at once, as when its machine loses power, and starts it again. */
    crashAndRestart(): void;
    stop(): void;
}
/** One of PostgreSQL's own programs by name; undefined when none is installed. */
export declare function pgProgram(name: string): string | undefined;
/**
 * Starts a PostgreSQL cluster of its own in a temporary folder, reached over a socket there; null when its programs
 * are not installed. As root, PostgreSQL runs as the user `postgres`, because it refuses root.
 */
export declare function startThrowAwayCluster(settings?: readonly string[]): Cluster | null;
