/** A progress line for people, in both languages of the product. */
export function say(chinese, english) {
  console.log(`> ${chinese} ${english}`);
}

/** Ends the process with what went wrong and what to do about it. */
export function fail(chinese, english) {
  console.error(`\n✗ ${chinese}\n  ${english}`);
  process.exit(1);
}
