/** What JSON can say: all that crosses into a sandbox or is written to a file. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
