/** The reason of a signal that ended a call: its deadline passed, or nobody wanted the answer any more. */
export class CallAborted extends Error {
  override readonly name = 'GivenUp';

  constructor(readonly reason: 'deadline' | 'caller') {
    super(reason === 'deadline' ? 'the deadline passed' : 'given up by the caller');
  }
}
