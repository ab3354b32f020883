/** The reason of a signal that ended a call: its deadline passed, or nobody wanted the answer any more. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';

  constructor(readonly why: 'deadline' | 'caller') {
    super(why === 'deadline' ? 'the deadline passed' : 'given up by the caller');
  }
}
