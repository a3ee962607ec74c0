/** Names by which a computer reaches its own servers, and nobody else does. */
const OWN = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the page is served by the computer that it is shown on. */
export const onOwnComputer = (): boolean => OWN.test(window.location.hostname);
