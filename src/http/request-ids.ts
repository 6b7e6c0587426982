/** Whether a value may be the X-Request-ID of a call, and is echoed on its answer: 1 to 128 visible ASCII characters (D11). */
export function isRequestId(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,128}$/.test(value)
}
