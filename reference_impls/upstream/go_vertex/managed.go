package main

// script says how the bank and its client go on from here. What it does not name stays as it is.
func script(p *struct {
	Instance *string `json:"instance"`
	Wait     *bool   `json:"wait"`
	Hold     *bool   `json:"hold"`
	StateKey *string `json:"stateKey"`
	Fail     *bool   `json:"fail"`
}) (any, error) {
	at, err := instanceOf(p.Instance)
	if err != nil {
		return nil, err
	}
	if p.Wait != nil {
		at.config.WaitForCompletion = *p.Wait
	}
	if p.StateKey != nil {
		at.config.StateKeySessionLastUpdateTime = *p.StateKey
	}
	if p.Wait != nil || p.StateKey != nil {
		err = at.connect()
	}
	at.bank.script(p.Hold, p.Fail)
	return object{}, err
}

func complete(p *struct {
	Instance *string `json:"instance"`
}) (any, error) {
	at, err := instanceOf(p.Instance)
	if err != nil {
		return nil, err
	}
	at.bank.complete()
	return object{}, nil
}

func calls(p *struct {
	Instance *string `json:"instance"`
}) (any, error) {
	at, err := instanceOf(p.Instance)
	if err != nil {
		return nil, err
	}
	return object{"calls": at.bank.recorded()}, nil
}
