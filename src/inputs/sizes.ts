/** Whether a value holds more values, or more characters, than one turn should read (D74). What is larger is not gone through to its end. */
export function holdsMoreThan(value: unknown, values: number, characters: number): boolean {
  let [count, length] = [0, 0]
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && count <= values && length <= characters) {
    const one = waiting.pop()
    count += 1
    if (typeof one === 'string') length += one.length
    else if (typeof one === 'object' && one !== null)
      for (const [name, part] of Object.entries(one)) {
        length += name.length
        waiting.push(part)
      }
  }
  return count > values || length > characters
}
