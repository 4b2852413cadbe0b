/** A file that could run code, or is two types at once. `message` is a sentence. */
export class DangerousFile extends Error {}
