package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"os"
	"sync"
	"time"
)

// start starts the service with the first instance, and gives the account that all clients have.
var start = sync.OnceValues(func() ([]byte, error) {
	if err := listen(); err != nil {
		return nil, err
	}
	return makeAccount()
})

// withAccount has a client be made. It reads its account from a file then, and only then.
func withAccount(made func() error) error {
	account, err := start()
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "account-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(account)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file.Name())
	}
	if err != nil {
		return err
	}
	return made()
}

// makeAccount makes up a service account. With the key in it the client signs its tokens itself, and asks nobody for one.
func makeAccount() ([]byte, error) {
	// Nothing is protected by it, and the smallest that there is is made soonest.
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		return nil, err
	}
	written, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return json.Marshal(object{
		"type":           "service_account",
		"project_id":     "nowhere",
		"private_key_id": "made-up",
		"private_key":    string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: written})),
		"client_email":   "nobody@nowhere.invalid",
		"client_id":      "0",
		"token_uri":      "https://nowhere.invalid/token",
	})
}

// makeCertificate makes a certificate that is its own authority.
func makeCertificate(host string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	// A clock that is set meanwhile is no reason to refuse it.
	told := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		DNSNames:              []string{host},
		NotBefore:             now.AddDate(-1, 0, 0),
		NotAfter:              now.AddDate(10, 0, 0),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	written, err := x509.CreateCertificate(rand.Reader, told, told, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(written)
	return tls.Certificate{Certificate: [][]byte{written}, PrivateKey: key, Leaf: leaf}, err
}
